import { expect, test } from 'vitest'
import { isPhone } from './isPhone.ts'
import { readPlatform } from './readPlatform.ts'

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15'

test.each([
  [`${mac} Version/17 Safari/605`, 0, 'other', false],
  [`${mac} Version/17 Safari/605`, 5, 'ios', true],
  [`${mac} Chrome/140 Safari/537`, 0, 'chromium', false],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/140 Mobile', 5, 'android', true],
  // Emulated, as developers do.
  ['Mozilla/5.0 (Linux; Android 14; Pixel 7) Chrome/140 Mobile', 1, 'android', true],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140 Safari/537', 10, 'chromium', false],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) CriOS/140', 5, 'ios', true],
] as const)(
  'reads the platform of %s with %i touch points',
  (userAgent, maxTouchPoints, platform, phone) => {
    const from = { userAgent, maxTouchPoints } as Navigator
    expect(readPlatform(from)).toBe(platform)
    expect(isPhone(from)).toBe(phone)
  },
)
