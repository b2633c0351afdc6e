import type { Foyer, PendingSignIn } from '@foyer/core'
import { address } from '../../testFoyer.test.kit.ts'

/** Asks a connected account to sign in, as a sign-in plugin does. @returns What the user did: `sign`, `cancel`. */
export function askToSignIn(foyer: Foyer, given: Partial<PendingSignIn> = {}): string[] {
  const done: string[] = []
  const signIn: PendingSignIn = {
    ...{ namespace: 'eip155', address, chainId: 'eip155:1', status: 'idle', isRequired: true },
    sign: () => void done.push('sign'),
    cancel() {
      done.push('cancel')
      foyer.store.set((state) => ({ ...state, signIn: undefined }))
    },
    ...given,
  }
  foyer.store.set((state) => ({ ...state, signIn }))
  return done
}
