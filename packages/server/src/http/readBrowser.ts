const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * Names the browser and system from the user agent, in words that users know; nothing of the header itself is shown.
 */
export function readBrowser(userAgent: string): { browser: string; os: string } {
  const find = (table: readonly [RegExp, string][], none: string) =>
    table.find(([pattern]) => pattern.test(userAgent))?.[1] ?? none
  return { browser: find(browsers, 'Unknown browser'), os: find(systems, 'unknown system') }
}
