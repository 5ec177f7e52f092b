// Text that would do harm if it were treated as anything but text.

export const hostile = {
  "markup": "<img src=x onerror=alert(1)><b>bold</b>",
  "the end of a script": "</script><script>alert(1)</script>",
  "terminal escapes": "\x1b[31mred\x1b]0;title\x07",
  "an override of direction": "abc\u202edcba\u2066x\u2069",
  "line separators": "a\u2028b\u2029c\r\n",
  "invisible characters": "a\u200bb\ufeffc\u00ad",
};

/** An ordered text value of the key format: header, UTF-8, terminator. */
export const ordered = (text) => Buffer.concat([Buffer.from([0x34]), Buffer.from(text), Buffer.from([0])]);
