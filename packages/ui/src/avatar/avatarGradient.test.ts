import { expect, test } from 'vitest'
import { avatarGradient } from './avatarGradient.ts'

const address = '0x52908400098527886E0F7030069857D2E4169EE7'

test('draws the same image for the same address, in any case', () => {
  expect(avatarGradient(address)).toBe(avatarGradient(address.toLowerCase()))
  expect(avatarGradient(address)).toMatchInlineSnapshot(
    `"radial-gradient(circle at 79% 28%,oklch(0.93 0.06 286),oklch(0.93 0.06 286/.55) 26%,oklch(0.93 0.06 286/0) 57%),radial-gradient(circle at 31% 38%,oklch(0.74 0.15 336),oklch(0.74 0.15 336/.55) 29%,oklch(0.74 0.15 336/0) 64%),radial-gradient(circle at 86% 77%,oklch(0.57 0.18 210),oklch(0.57 0.18 210/.55) 29%,oklch(0.57 0.18 210/0) 64%),linear-gradient(154deg,oklch(0.80 0.13 252),oklch(0.60 0.17 311))"`,
  )
})

test('draws different images for base58 addresses that differ in case', () => {
  expect(avatarGradient('7Np41oeYqPef')).not.toBe(avatarGradient('7np41oeYqPef'))
})

test('draws a thousand images for a thousand similar addresses', () => {
  const pictures = Array.from({ length: 1000 }, (_, index) => avatarGradient(`${address}${index}`))
  expect(new Set(pictures).size).toBe(1000)
})
