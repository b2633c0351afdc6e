/// <reference types="@vitest/browser-playwright" />
import { expect, onTestFinished } from 'vitest'
import { cdp } from 'vitest/browser'

/** As every page starts (`vitest.config.ts`): an override that is taken back leaves none. */
const still = { name: 'prefers-reduced-motion', value: 'reduce' }

/** Emulates media features until the test ends. */
export async function emulateMedia(name: string, value: string): Promise<void> {
  const session = cdp()
  await session.send('Emulation.setEmulatedMedia', { features: [still, { name, value }] })
  onTestFinished(async () => {
    await session.send('Emulation.setEmulatedMedia', { features: [still] })
  })
  await expect.poll(() => matchMedia(`(${name}: ${value})`).matches).toBe(true)
}
