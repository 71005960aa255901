//! Limits, progress and interrupts of long work.
//!
//! A long computation carries a [`Watch`] and polls it often; the watch says
//! when to stop. It has two halves. [`Limits`] is shared by all threads of the
//! work: the deadline, the account of memory, and the reason to stop once one of
//! them has found one. The callback belongs to the thread that started the work:
//! from there it can ask Python for signals and report progress. It is called at
//! most every [`BEAT`]; a poll in between costs a look at the clock.
//!
//! The account of memory is kept by those who allocate: they charge before they
//! allocate and refund when they free, so that the limit holds for the peak. It
//! counts tables, which is where the memory of a search goes, and not the stack
//! or the game.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The time between two calls of the callback.
pub const BEAT: Duration = Duration::from_millis(40);

/// Why work was stopped before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    Timeout,
    Memory,
    Interrupted,
}

impl std::fmt::Display for Stop {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            Self::Timeout => "the time limit was reached",
            Self::Memory => "the memory limit was reached",
            Self::Interrupted => "the work was interrupted",
        })
    }
}

impl std::error::Error for Stop {}

/// How far the work is: in words of perft, the layer that is being filled and the
/// positions in it so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    pub layer: u64,
    pub positions: u64,
}

/// What all threads of one piece of work share.
#[derive(Debug)]
pub struct Limits {
    deadline: Option<Instant>,
    memory: u64,
    used: AtomicU64,
    stopped: AtomicU8,
}

const RUNNING: u8 = 0;

impl Limits {
    /// The time passed from now on, and the bytes of tables, where limited.
    pub fn new(timeout: Option<Duration>, memory: Option<u64>) -> Self {
        Self {
            // A deadline that the clock cannot express is none.
            deadline: timeout.and_then(|timeout| Instant::now().checked_add(timeout)),
            memory: memory.unwrap_or(u64::MAX),
            used: AtomicU64::new(0),
            stopped: AtomicU8::new(RUNNING),
        }
    }

    /// Why the work should stop, if it should.
    pub fn check(&self) -> Result<(), Stop> {
        if let Some(stop) = self.stopped() {
            return Err(stop);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(self.halt(Stop::Timeout)),
            _ => Ok(()),
        }
    }

    /// Stops all threads; the first reason is kept and returned.
    pub fn halt(&self, reason: Stop) -> Stop {
        let code = reason as u8 + 1;
        let _ = self
            .stopped
            .compare_exchange(RUNNING, code, Ordering::Relaxed, Ordering::Relaxed);
        self.stopped().unwrap_or(reason)
    }

    fn stopped(&self) -> Option<Stop> {
        match self.stopped.load(Ordering::Relaxed) {
            1 => Some(Stop::Timeout),
            2 => Some(Stop::Memory),
            3 => Some(Stop::Interrupted),
            _ => None,
        }
    }

    /// Enters bytes that are about to be allocated.
    pub fn charge(&self, bytes: u64) -> Result<(), Stop> {
        let used = self.used.fetch_add(bytes, Ordering::Relaxed);
        if used.saturating_add(bytes) > self.memory {
            self.refund(bytes);
            return Err(self.halt(Stop::Memory));
        }
        Ok(())
    }

    /// Enters bytes if the limit allows it, and stops nothing otherwise.
    pub fn try_charge(&self, bytes: u64) -> bool {
        let used = self.used.fetch_add(bytes, Ordering::Relaxed);
        let fits = used.saturating_add(bytes) <= self.memory;
        if !fits {
            self.refund(bytes);
        }
        fits
    }

    /// Takes back bytes that have been freed, or could not be allocated.
    pub fn refund(&self, bytes: u64) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// The bytes that may be used, where limited.
    pub fn memory(&self) -> Option<u64> {
        (self.memory != u64::MAX).then_some(self.memory)
    }

    pub fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }
}

/// Called with the progress; `false` interrupts the work.
pub type Callback<'a> = Box<dyn FnMut(Progress) -> bool + 'a>;

/// The limits of one piece of work, and the callback of the thread that began it.
pub struct Watch<'a> {
    limits: Arc<Limits>,
    callback: Option<Callback<'a>>,
    last: Instant,
}

impl Watch<'static> {
    /// No limits and no callback.
    pub fn unlimited() -> Self {
        Self::limited(None, None)
    }

    pub fn limited(timeout: Option<Duration>, memory: Option<u64>) -> Self {
        let limits = Arc::new(Limits::new(timeout, memory));
        Self {
            limits,
            callback: None,
            last: Instant::now(),
        }
    }
}

impl Watch<'static> {
    /// For another thread of the same work: the same limits, no callback.
    pub fn following(limits: Arc<Limits>) -> Self {
        Self {
            limits,
            callback: None,
            last: Instant::now(),
        }
    }
}

impl<'a> Watch<'a> {
    pub fn new(limits: Limits, callback: Callback<'a>) -> Self {
        Self {
            limits: Arc::new(limits),
            callback: Some(callback),
            last: Instant::now(),
        }
    }

    pub fn limits(&self) -> &Arc<Limits> {
        &self.limits
    }

    /// To be called often by the thread that began the work.
    pub fn poll(&mut self, progress: Progress) -> Result<(), Stop> {
        self.limits.check()?;
        if let Some(callback) = &mut self.callback {
            if self.last.elapsed() >= BEAT {
                let go_on = callback(progress);
                self.last = Instant::now();
                if !go_on {
                    return Err(self.limits.halt(Stop::Interrupted));
                }
            }
        }
        Ok(())
    }
}

/// Counts units of work (some nanoseconds each) and says when it is time to look
/// at the clock: often enough for [`BEAT`], rarely enough to cost nothing.
#[derive(Debug, Default)]
pub struct Pulse {
    work: u64,
}

impl Pulse {
    const UNITS: u64 = 1 << 16;

    #[inline]
    pub fn is_due(&mut self, work: u64) -> bool {
        self.work += work;
        let due = self.work >= Self::UNITS;
        if due {
            self.work = 0;
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread::sleep;

    #[test]
    fn the_deadline_and_the_first_reason() {
        let limits = Limits::new(Some(Duration::from_millis(20)), None);
        assert_eq!(limits.check(), Ok(()));
        sleep(Duration::from_millis(25));
        assert_eq!(limits.check(), Err(Stop::Timeout));
        assert_eq!(limits.halt(Stop::Interrupted), Stop::Timeout);
        assert_eq!(Limits::new(Some(Duration::MAX), None).check(), Ok(()));
    }

    #[test]
    fn the_account_of_memory() {
        let limits = Limits::new(None, Some(100));
        limits.charge(60).unwrap();
        limits.charge(40).unwrap();
        limits.refund(50);
        limits.charge(50).unwrap();
        assert_eq!(limits.used(), 100);
        assert_eq!(limits.check(), Ok(()));
        assert!(!limits.try_charge(1));
        assert_eq!(limits.check(), Ok(()));
        limits.refund(1);
        assert!(limits.try_charge(1));
        assert_eq!(limits.charge(1), Err(Stop::Memory));
        assert_eq!(limits.used(), 100);
        assert_eq!(limits.check(), Err(Stop::Memory));
    }

    #[test]
    fn the_callback_comes_once_a_beat_and_can_interrupt() {
        let mut calls = 0;
        let callback = |progress: Progress| {
            assert_eq!(progress.layer, 3);
            calls += 1;
            calls < 2
        };
        let mut watch = Watch::new(Limits::new(None, None), Box::new(callback));
        let progress = Progress {
            layer: 3,
            positions: 0,
        };
        for _ in 0..1000 {
            watch.poll(progress).unwrap();
        }
        sleep(BEAT);
        for _ in 0..1000 {
            watch.poll(progress).unwrap();
        }
        sleep(BEAT);
        assert_eq!(watch.poll(progress), Err(Stop::Interrupted));
        assert_eq!(watch.poll(progress), Err(Stop::Interrupted));
        drop(watch);
        assert_eq!(calls, 2);
    }

    #[test]
    fn a_pulse_is_due_after_enough_work() {
        let mut pulse = Pulse::default();
        let due = (0..Pulse::UNITS * 3).filter(|_| pulse.is_due(1)).count();
        assert_eq!(due, 3);
        assert!(pulse.is_due(Pulse::UNITS));
    }
}
