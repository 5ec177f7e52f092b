//! Calls with the caller's memory: sizes, buffers, names, failures.

use crate::sys;
use crate::Error;
use std::ffi::CString;
use std::mem;
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};

/// Bytes for the first try.
pub(crate) const FIRST: usize = 1 << 12;

/// Whether the library has been asked for its version.
static KNOWN: AtomicBool = AtomicBool::new(false);

/// Refuses a library with another interface before calling anything else in it.
pub(crate) fn library() -> Result<(), Error> {
    if KNOWN.load(Ordering::Relaxed) {
        return Ok(());
    }
    let found = unsafe { sys::rl_abi_version() };
    if found != sys::RL_ABI_VERSION {
        let message =
            format!("librowlens speaks version {found} of the interface, this crate version {}: they must come from one release", sys::RL_ABI_VERSION);
        return Err(Error::named("wrong-library", 0, message));
    }
    KNOWN.store(true, Ordering::Relaxed);
    Ok(())
}

/// An error struct for the library to fill in.
fn blank() -> sys::rl_error {
    // Numbers and arrays of numbers: all zeros are a valid value for each.
    unsafe { mem::zeroed() }
}

/// Calls once; the result is not a size.
pub(crate) fn checked(call: impl FnOnce(*mut sys::rl_error) -> i64) -> Result<i64, Error> {
    library()?;
    let mut error = blank();
    let result = call(&mut error);
    if result < 0 {
        return Err(Error::reported(result, &error));
    }
    Ok(result)
}

/// An answer in memory of its own, which must not move.
pub(crate) struct Answer {
    memory: Vec<u8>,
    /// Where it starts: at a multiple of the requested alignment.
    start: usize,
    size: usize,
}

impl Answer {
    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.memory[self.start..self.start + self.size]
    }

    /// The same, to be changed.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.memory[self.start..self.start + self.size]
    }
}

/// Calls with as much memory as the answer needs. The call is given the output, its capacity and
/// the error, and returns the size of the answer.
pub(crate) fn sized_at(align: usize, room: usize, mut call: impl FnMut(*mut u8, usize, *mut sys::rl_error) -> i64) -> Result<Answer, Error> {
    library()?;
    let most = sys::RL_LENGTH_MAX as usize;
    let mut room = room.min(most);
    loop {
        // Zeros cost nothing until they are touched: the system provides them.
        let mut memory = vec![0; room + align - 1];
        let start = (memory.as_ptr() as usize).wrapping_neg() % align;
        let mut error = blank();
        let need = call(memory[start..].as_mut_ptr(), room, &mut error);
        if need < 0 {
            return Err(Error::reported(need, &error));
        }
        let size = need as usize;
        if size <= room {
            return Ok(Answer { memory, start, size });
        }
        room = size;
    }
}

/// The same, as bytes.
pub(crate) fn sized(room: usize, call: impl FnMut(*mut u8, usize, *mut sys::rl_error) -> i64) -> Result<Vec<u8>, Error> {
    let Answer { mut memory, size, .. } = sized_at(1, room, call)?;
    memory.truncate(size);
    Ok(memory)
}

/// A name for C. A zero byte must not cut it to a shorter, valid name, so it becomes a
/// character that no name contains.
pub(crate) fn name(text: &str) -> CString {
    CString::new(text.replace('\0', "\u{fffd}")).unwrap_or_default()
}

/// One part of an entry: its name ("row", "family", "qualifier", "value", "key") and bytes.
pub type Part<'a> = (&'a str, &'a [u8]);

/// Parts as the library takes them; keeps alive what they point to.
pub(crate) struct PartList<'a> {
    _names: Vec<CString>,
    list: Vec<sys::rl_part>,
    _data: std::marker::PhantomData<&'a [u8]>,
}

impl<'a> PartList<'a> {
    pub fn new(parts: &[Part<'a>]) -> PartList<'a> {
        let names: Vec<CString> = parts.iter().map(|(n, _)| name(n)).collect();
        let each = names.iter().zip(parts);
        let list = each.map(|(name, (_, data))| sys::rl_part { name: name.as_ptr(), data: data.as_ptr(), len: data.len() }).collect();
        PartList { _names: names, list, _data: std::marker::PhantomData }
    }

    pub fn start(&self) -> *const sys::rl_part {
        start(&self.list)
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }
}

/// The start of a slice; NULL for an empty one, whose own address is meaningless.
pub(crate) fn start<T>(slice: &[T]) -> *const T {
    if slice.is_empty() {
        ptr::null()
    } else {
        slice.as_ptr()
    }
}

/// The same for memory that will be written.
pub(crate) fn start_mut<T>(slice: &mut [T]) -> *mut T {
    if slice.is_empty() {
        ptr::null_mut()
    } else {
        slice.as_mut_ptr()
    }
}

/// An answer that is text.
pub(crate) fn utf8(bytes: Vec<u8>) -> Result<String, Error> {
    String::from_utf8(bytes).map_err(|_| Error::internal("the answer of the library is not UTF-8"))
}

/// Answers one request line of the conformance protocol.
///
/// A request that is refused, even one that is not JSON, gets an answer that says so.
pub fn answer(line: &[u8]) -> Result<Vec<u8>, Error> {
    sized(FIRST, |out, cap, err| unsafe { sys::rl_answer(line.as_ptr(), line.len(), out, cap, err) })
}
