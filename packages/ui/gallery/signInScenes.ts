import { connect, type PendingSignIn } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import { testConnector, testSession } from '../src/testConnector.test.kit.ts'
import { askToSignIn } from '../src/views/signIn/testSignIn.test.kit.ts'
import type { Scene } from './scene.ts'

const longName = 'The Very Long Name of a Wallet That Somebody Thought Was a Good Idea'

function signIn(given: Partial<PendingSignIn> = {}, name = 'Wallet 1'): Scene {
  return {
    async show(_, foyer) {
      const connector = testConnector(1, { name, connect: async () => testSession })
      await connect(foyer, { connector })
      askToSignIn(foyer, given)
      // Until the modal has opened by itself.
      await new Promise((resolve) => setTimeout(resolve, 800))
    },
  }
}
const failed = (code: ConstructorParameters<typeof FoyerError>[0]) =>
  signIn({ status: 'failed', error: new FoyerError(code) })

export const signInScenes: Readonly<Record<string, Scene>> = {
  'sign-in': signIn(),
  'sign-in-optional': signIn({ isRequired: false }),
  'sign-in-checking': signIn({ status: 'checking' }),
  'sign-in-wallet': signIn({ status: 'signing' }),
  'sign-in-verifying': signIn({ status: 'verifying' }),
  'sign-in-declined': failed('sign-in-declined'),
  'sign-in-failed': failed('sign-in-failed'),
  'sign-in-smart-account': failed('smart-accounts-unsupported'),
  'sign-in-long': signIn({ status: 'signing' }, longName),
}
