//! One writer at a time, between processes and between threads. Rule kept here: the lock is held for one save, and a
//! writer waits for it only so long.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::time::{Duration, Instant};

use crate::{LibraryError, Result};

/// Held while writing; the system gives it back when the process ends, however it ends.
pub(crate) struct WriteLock {
    _file: File,
}

const POLL: Duration = Duration::from_millis(4);

/// Takes the lock, waiting for at most `wait`.
pub(crate) fn lock(path: &Path, wait: Duration) -> Result<WriteLock> {
    // Opened anew each time: on most systems a lock belongs to the opened file, so threads exclude each other too.
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(path)
        .map_err(LibraryError::io("open the lock", path))?;
    let start = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(WriteLock { _file: file }),
            Err(TryLockError::WouldBlock) if start.elapsed() >= wait => return Err(LibraryError::Busy),
            Err(TryLockError::WouldBlock) => std::thread::sleep(POLL),
            Err(TryLockError::Error(error)) => return Err(LibraryError::io("lock", path)(error)),
        }
    }
}
