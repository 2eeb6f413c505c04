//! A few threads for pictures, so that decoding never holds up a window or a request. The newest wish goes first:
//! it is what is on screen.

use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// How many pictures are decoded at a time; each may need hundreds of megabytes.
const THREADS: usize = 2;

type Task = Box<dyn FnOnce() + Send>;

#[derive(Default)]
struct Queue {
    tasks: Vec<Task>,
    threads: usize,
    idle: usize,
    closed: bool,
}

/// The threads and what waits for them. Threads start when there is work and end with this.
#[derive(Default)]
pub(super) struct Workers(Arc<(Mutex<Queue>, Condvar)>);

impl Workers {
    /// Runs a task soon.
    pub fn run(&self, task: Task) {
        let (queue, wake) = &*self.0;
        let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.tasks.push(task);
        if queue.idle == 0 && queue.threads < THREADS {
            let shared = Arc::clone(&self.0);
            if std::thread::Builder::new().name("pictures".to_owned()).spawn(move || work(&shared)).is_ok() {
                queue.threads += 1;
            }
        }
        if queue.threads == 0 {
            // No thread can be had: the task is done here, late rather than never.
            let task = queue.tasks.pop();
            drop(queue);
            if let Some(task) = task {
                task();
            }
            return;
        }
        wake.notify_one();
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        let (queue, wake) = &*self.0;
        queue.lock().unwrap_or_else(PoisonError::into_inner).closed = true;
        wake.notify_all();
    }
}

fn work(shared: &(Mutex<Queue>, Condvar)) {
    let (queue, wake) = shared;
    let mut held = queue.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        if let Some(task) = held.tasks.pop() {
            drop(held);
            // A decoder that panics must not take the thread along: whoever waits gets no answer for that picture.
            let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(task));
            held = queue.lock().unwrap_or_else(PoisonError::into_inner);
        } else if held.closed {
            return;
        } else {
            held.idle += 1;
            held = wake.wait(held).unwrap_or_else(PoisonError::into_inner);
            held.idle -= 1;
        }
    }
}
