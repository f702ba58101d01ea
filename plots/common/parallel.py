# Tasks on all CPUs: processes take them by number, and send back what each returns.
import os
import signal
import sys
import traceback
from multiprocessing.connection import Pipe, wait

from .tables import Problem

BYTES = 4  # of a number


def in_parallel(tasks):
    """Yields what the tasks return, in their order."""
    count = min(len(os.sched_getaffinity(0)), len(tasks))
    if count < 2:
        yield from (task() for task in tasks)
        return
    # Processes that share a file share its place, too: each number is read once.
    numbers = os.memfd_create("numbers")
    os.write(numbers, b"".join(number.to_bytes(BYTES, "little") for number in range(len(tasks))))
    os.lseek(numbers, 0, os.SEEK_SET)
    workers, found = {}, {}
    try:
        for _ in range(count):
            begin(workers, tasks, numbers)
        for number in range(len(tasks)):
            while number not in found:
                receive(workers, found)
            yield found.pop(number)
    finally:
        os.close(numbers)
        for receiver in list(workers):
            end(workers, receiver, signal.SIGTERM)


def begin(workers, tasks, numbers):
    """A process more; `workers` are {what receives from it: its id}."""
    receiver, sender = Pipe(duplex=False)
    child = os.fork()
    if not child:
        # Else a sender would not learn that nobody receives any more.
        for other in (receiver, *workers):
            other.close()
        work(tasks, numbers, sender)
    sender.close()
    workers[receiver] = child


def work(tasks, numbers, sender):
    """Never returns."""
    try:
        while read := os.read(numbers, BYTES):
            number = int.from_bytes(read, "little")
            sender.send((number, tasks[number]()))
    except BrokenPipeError:
        pass
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
    finally:
        os._exit(0)


def receive(workers, found):
    """Adds some results to {number: what its task returned}."""
    if not workers:
        raise Problem("a process that draws pictures ended early")
    for receiver in wait(list(workers)):
        try:
            found.update([receiver.recv()])
        except EOFError:
            end(workers, receiver)


def end(workers, receiver, kill=0):
    child = workers.pop(receiver)
    receiver.close()
    os.kill(child, kill)
    os.waitpid(child, 0)
