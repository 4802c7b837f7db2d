#pragma once
/// Begins a stretch that must behave as a real-time callback has to.
void watch_begin(void);
/// Ends it.
void watch_end(void);
/// How often memory was asked for or given back, a lock was taken, a system call was made through
/// the library, and a reference was counted, within all stretches. Zero in a build with the
/// sanitizer, which ends the program instead.
long watch_allocations(void);
long watch_locks(void);
long watch_writes(void);
long watch_references(void);
/// Takes a lock of the system's, as the planted fault does.
void watch_take_lock(void);
