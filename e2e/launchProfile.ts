import { openProfile } from '@foyer/devnet/chromium'
import { type Visitor, visit } from './visitor.ts'

/** Launches a browser with a real user profile. */
export async function launchProfile(options: openProfile.Options = {}): Promise<Visitor> {
  const { close, context } = await openProfile({
    viewport: { width: 1100, height: 900 },
    ...options,
  })
  return { ...visit(context), close }
}
