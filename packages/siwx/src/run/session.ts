import type { Foyer } from '@foyer/core'
import { type ErrorCode, FoyerError, toFoyerError } from '@foyer/protocol'
import { isSameAccount, type SignInSession } from '@foyer/protocol/signIn'
import type { SignInRules } from '../rules.ts'

export function hasSignedIn(session: SignInSession | undefined, address: string): boolean {
  return session?.accounts.some((one) => isSameAccount(one.address, address)) ?? false
}

export function writeSession(foyer: Foyer, session: SignInSession | undefined): void {
  foyer.store.set((state) => ({ ...state, signedIn: { status: 'known', session } }))
}

/** Asks the server once; later calls return what is known. @throws FoyerError `sign-in-failed` */
export async function getSession(
  foyer: Foyer,
  { server }: Pick<SignInRules, 'server'>,
): Promise<SignInSession | undefined> {
  const { signedIn } = foyer.store.get()
  if (signedIn?.status === 'known') return signedIn.session
  try {
    const session = await server.getSession()
    writeSession(foyer, session)
    return session
  } catch (error) {
    throw toFailure(error)
  }
}

/** Failures that a user or developer can do something about; each has its own sentence. @source spec 8.25 */
const told: readonly ErrorCode[] = [
  'smart-accounts-unsupported',
  'sign-in-declined',
  'request-aborted',
]

export function toFailure(thrown: unknown): FoyerError {
  const error = toFoyerError(thrown)
  if (told.includes(error.code)) return error
  if (error.code === 'user-rejected') return new FoyerError('sign-in-declined', { cause: error })
  return new FoyerError('sign-in-failed', { cause: error, details: error.details ?? error.message })
}
