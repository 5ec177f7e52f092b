//! Codes of errors as an enum.

use crate::{sys, Error};

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $code:ident,)*) => {
        /// Why a call failed, for `match`. Codes that have only a name, and codes of later versions, are `Other`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ErrorKind {
            $($(#[$doc])* $kind,)*
            /// any other code, which `Error::code` names
            Other,
        }

        impl ErrorKind {
            fn of(number: i64) -> ErrorKind {
                match number {
                    $(sys::$code => ErrorKind::$kind,)*
                    _ => ErrorKind::Other,
                }
            }
        }
    };
}

kinds! {
    /// the input ends inside a field
    Truncated = RL_E_TRUNCATED,
    /// the first byte of a value is not a known header
    BadHeader = RL_E_BAD_HEADER,
    /// a known header, but of another type than the field has
    BadType = RL_E_BAD_TYPE,
    /// text without its terminator
    Unterminated = RL_E_UNTERMINATED,
    /// bytes are left over after the last field
    Trailing = RL_E_TRAILING,
    /// a code, enum or number outside its range
    BadValue = RL_E_BAD_VALUE,
    /// text that is not valid UTF-8, or holds what it may not
    BadText = RL_E_BAD_TEXT,
    /// JSON text inside the bytes does not parse
    BadJson = RL_E_BAD_JSON,
    /// null where the format needs a value
    Null = RL_E_NULL,
    /// a field or part that must be there is not
    Missing = RL_E_MISSING,
    /// a limit of the reader (depth, size, count) was reached
    Limit = RL_E_LIMIT,
    /// a check value does not match
    BadCheck = RL_E_BAD_CHECK,
    /// a form that no writer makes, refused by a strict reader
    NonCanonical = RL_E_NON_CANONICAL,
    /// a pointer that must not be null is
    NullPointer = RL_E_NULL_POINTER,
    /// a length that is out of range, or a name that is too long
    BadLength = RL_E_LENGTH,
    /// offsets that are negative or go backwards
    BadOffsets = RL_E_OFFSETS,
    /// there is no format with this id
    UnknownFormat = RL_E_FORMAT,
    /// the format has no record kind with this name
    UnknownRecord = RL_E_RECORD,
    /// no part, a part that the record kind does not have, or one part twice
    BadPart = RL_E_PART,
    /// an option that is not known or not possible
    BadOption = RL_E_OPTION,
    /// no open schema of this format
    BadHandle = RL_E_HANDLE,
    /// the format or record kind has no such operation
    Unsupported = RL_E_UNSUPPORTED,
    /// fields, a schema, files or options that cannot be used
    Refused = RL_E_REFUSED,
    /// a text that should be JSON is not
    NotJson = RL_E_JSON,
    /// the answer has more than 2147483647 bytes: use smaller batches
    TooLarge = RL_E_TOO_LARGE,
    /// the process is a fork of the one that loaded the library
    Forked = RL_E_FORKED,
    /// a defect of the library
    Internal = RL_E_INTERNAL,
    /// a field of the row has a value that the type of its column cannot hold
    BadColumn = RL_E_COLUMN,
    /// bytes that should be CBOR are not
    NotCbor = RL_E_CBOR,
}

impl Error {
    /// Why the call failed, for `match`.
    pub fn kind(&self) -> ErrorKind {
        if self.number != 0 {
            return ErrorKind::of(self.number);
        }
        sys::RL_CODES.iter().find(|(_, name, _)| *name == self.code).map_or(ErrorKind::Other, |(number, ..)| ErrorKind::of(*number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_code_has_a_kind_of_its_own() {
        let kinds: HashSet<_> = sys::RL_CODES.iter().map(|(number, ..)| ErrorKind::of(*number)).collect();
        assert_eq!(kinds.len(), sys::RL_CODES.len());
        assert!(!kinds.contains(&ErrorKind::Other));
        for (number, name, _) in sys::RL_CODES {
            assert_eq!(Error::named(name, 0, String::new()).kind(), ErrorKind::of(*number));
        }
        assert_eq!(Error::named("unknown", 0, String::new()).kind(), ErrorKind::Other);
        assert_eq!(Error::new(-999, "").kind(), ErrorKind::Other);
    }
}
