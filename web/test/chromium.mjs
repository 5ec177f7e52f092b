// How the tests and measurements start Chromium. Debian's headless shell is the same browser without
// windows, menus and extensions, which nobody sees here, but which use a quarter of the processor's time.

// Features that are off: those that Playwright turns off, whose list this one replaces, and the windows with which the
// browser completes typed addresses. These are pages of its own, two per context, that nobody sees and that use more
// processor time than most tests.
const OFF = [
  "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",
  "AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay", "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints",
  "PaintHolding", "PreconnectToSearch", "ThirdPartyStoragePartitioning",
];

/** Options of Playwright's launch and launchServer. @param {...string} args more arguments */
export const started = (...args) => ({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", `--disable-features=${OFF}`, ...args],
});
