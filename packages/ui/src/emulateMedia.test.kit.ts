/// <reference types="@vitest/browser-playwright" />
import { onTestFinished } from 'vitest'
import { cdp } from 'vitest/browser'

/** Emulates media features until the test ends. */
export async function emulateMedia(name: string, value: string): Promise<void> {
  const session = cdp()
  await session.send('Emulation.setEmulatedMedia', { features: [{ name, value }] })
  onTestFinished(async () => {
    await session.send('Emulation.setEmulatedMedia', { features: [] })
  })
}
