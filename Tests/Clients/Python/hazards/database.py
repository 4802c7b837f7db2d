import sqlite3
import time

import voicetest_app as voice

time.sleep(1)
base = sqlite3.connect(":memory:")
base.execute("CREATE TABLE orders (size TEXT, made TEXT DEFAULT CURRENT_TIMESTAMP)")
base.execute("INSERT INTO orders (size) VALUES ('large')")
base.execute("INSERT INTO orders VALUES ('small', datetime('now'))")
others = base.execute("SELECT current_date, time('now'), date('2023-12-31', '+1 day'), unixepoch(), strftime('%H', 'now')").fetchone()
voice.emit("stored", made=[one for one, in base.execute("SELECT made FROM orders")], others=list(others),
           number=base.execute("SELECT random(), hex(randomblob(4)) FROM orders ORDER BY random()").fetchall())
