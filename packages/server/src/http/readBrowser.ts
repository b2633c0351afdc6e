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
 * Identifies browser and operating system by the user agent. Returns names of a fixed list only, never parts of the
 * header.
 */
export function readBrowser(userAgent: string): { browser: string; os: string } {
  const find = (table: readonly [RegExp, string][], none: string) =>
    table.find(([pattern]) => pattern.test(userAgent))?.[1] ?? none
  return { browser: find(browsers, 'Unknown browser'), os: find(systems, 'unknown system') }
}
