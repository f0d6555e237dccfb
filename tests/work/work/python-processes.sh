# SPDX-License-Identifier: MIT
# Python's multiprocessing: a Manager (a Unix socket in the temporary directory), pools
# (semaphores in /dev/shm), shared memory, and every way to start a process.
needs python3

work() {
  cat >work.py <<'END'
import multiprocessing
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import shared_memory


def square(x):
    return x * x


def add(shared, lock, key):
    with lock:
        shared[key] = os.getpid()
        shared["sum"] = shared.get("sum", 0) + key


def receive(connection):
    connection.send(sum(connection.recv()))


if __name__ == "__main__":
    context = multiprocessing.get_context(sys.argv[1])
    with context.Manager() as manager:
        shared, lock = manager.dict(), manager.Lock()
        processes = [context.Process(target=add, args=(shared, lock, n)) for n in range(1, 4)]
        for p in processes:
            p.start()
        for p in processes:
            p.join()
        assert shared["sum"] == 6, dict(shared)
        assert len({shared[n] for n in range(1, 4)}) == 3
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        assert list(pool.map(square, range(10))) == [n * n for n in range(10)]
    with context.Pool(2) as pool:
        assert sum(pool.imap_unordered(square, range(10))) == 285
    here, there = context.Pipe()
    process = context.Process(target=receive, args=(there,))
    process.start()
    here.send([1, 2, 3])
    assert here.recv() == 6
    process.join()
    memory = shared_memory.SharedMemory(create=True, size=4096)
    memory.buf[0] = 7
    other = shared_memory.SharedMemory(memory.name)
    assert other.buf[0] == 7
    other.close()
    memory.close()
    memory.unlink()
    print("done", sys.argv[1])
END
  local way
  for way in fork spawn forkserver; do
    run python3 work.py "$way"
    expect_text "done $way"
    expect_quiet
  done
}
