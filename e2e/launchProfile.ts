import { openProfile } from '@foyer/devnet/chromium'
import { type TestUser, visit } from './testUser.ts'

/** Launches a browser with a real user profile. */
export async function launchProfile(options: openProfile.Options = {}): Promise<TestUser> {
  const { close, context } = await openProfile({
    viewport: { width: 1100, height: 900 },
    ...options,
  })
  return { ...visit(context), close }
}
