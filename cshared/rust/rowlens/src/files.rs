//! Files that are not paths: the library reads them through a trait.

use crate::call::checked;
use crate::{sys, Error};
use std::ffi::{c_void, CString};
use std::io::{self, Read, Seek, SeekFrom};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::slice;
use std::sync::{Arc, Mutex};

/// A file that can be read at any offset, and by several threads at once if several read rows.
///
/// A `Mutex` around anything with `Read` and `Seek` is one.
pub trait ReadAt: Send + Sync {
    /// The number of bytes.
    fn size(&self) -> io::Result<u64>;

    /// Reads bytes from an offset on: as many as fit, or fewer, but none only at the end of the file.
    fn read_at(&self, offset: u64, out: &mut [u8]) -> io::Result<usize>;
}

impl<R: Read + Seek + Send> ReadAt for Mutex<R> {
    fn size(&self) -> io::Result<u64> {
        self.lock().map_err(|_| poisoned())?.seek(SeekFrom::End(0))
    }

    fn read_at(&self, offset: u64, out: &mut [u8]) -> io::Result<usize> {
        let mut file = self.lock().map_err(|_| poisoned())?;
        file.seek(SeekFrom::Start(offset))?;
        file.read(out)
    }
}

impl ReadAt for Box<dyn ReadAt> {
    fn size(&self) -> io::Result<u64> {
        (**self).size()
    }

    fn read_at(&self, offset: u64, out: &mut [u8]) -> io::Result<usize> {
        (**self).read_at(offset, out)
    }
}

fn poisoned() -> io::Error {
    io::Error::new(io::ErrorKind::Other, "a thread panicked while it read the file")
}

/// The last failure of a store's files.
pub(crate) type Failure = Arc<Mutex<Option<io::Error>>>;

/// The context that the library's callbacks receive.
struct Files {
    list: Vec<Box<dyn ReadAt>>,
    failure: Failure,
}

/// Opens a store of files. The library drops them when nothing reads the store any more.
pub(crate) fn open(options: &str, files: Vec<(String, Box<dyn ReadAt>)>) -> Result<(i64, Failure), Error> {
    let mut names = Vec::new();
    let mut list = Vec::new();
    for (name, file) in files {
        let refused = |why: String| Error::new(sys::RL_E_REFUSED, format!("{name}: {why}"));
        let size = file.size().map_err(|e| refused(e.to_string()))?;
        let size = i64::try_from(size).map_err(|_| refused(format!("{size} bytes are too many")))?;
        names.push((CString::new(name.clone()).map_err(|_| refused("a zero byte is in the name".to_string()))?, size));
        list.push(file);
    }
    let given: Vec<_> = names.iter().map(|(name, size)| sys::rl_file { name: name.as_ptr(), size: *size }).collect();
    let failure = Failure::default();
    let context = Box::into_raw(Box::new(Files { list, failure: Arc::clone(&failure) }));
    let reader = sys::rl_reader { context: context.cast(), read: Some(read), release: Some(release) };
    let opened = checked(|err| unsafe { sys::rl_store_open(options.as_ptr(), options.len(), given.as_ptr(), given.len(), &reader, err) });
    match opened {
        Ok(handle) => Ok((handle, failure)),
        Err(error) => {
            drop(unsafe { Box::from_raw(context) }); // the library does not do it in that case
            Err(caused(error, &failure))
        }
    }
}

/// An error with what a file reported.
pub(crate) fn caused(mut error: Error, failure: &Failure) -> Error {
    if let Some(why) = failure.lock().ok().and_then(|mut why| why.take()) {
        error.message = format!("{}: {why}", error.message);
    }
    error
}

unsafe extern "C" fn read(context: *mut c_void, file: usize, offset: i64, out: *mut u8, len: usize) -> i64 {
    let files = &*context.cast::<Files>();
    // A panic must not unwind through the library.
    let answer = catch_unwind(AssertUnwindSafe(|| loop {
        match files.list[file].read_at(offset as u64, slice::from_raw_parts_mut(out, len)) {
            Err(why) if why.kind() == io::ErrorKind::Interrupted => {} // by a signal: read again, as the standard library does
            answer => break answer,
        }
    }));
    let why = match answer {
        Ok(Ok(n)) => return n as i64,
        Ok(Err(why)) => why,
        Err(_) => io::Error::new(io::ErrorKind::Other, "what reads the file panicked"),
    };
    if let Ok(mut failure) = files.failure.lock() {
        *failure = Some(why);
    }
    -1
}

unsafe extern "C" fn release(context: *mut c_void) {
    let files = Box::from_raw(context.cast::<Files>());
    let _ = catch_unwind(AssertUnwindSafe(|| drop(files)));
}
