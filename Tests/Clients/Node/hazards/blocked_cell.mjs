const cell = new Int32Array(new SharedArrayBuffer(4));

function wait() {
    Atomics.wait(cell, 0, 0);
}
wait();
