import type { Foyer, SignInPlugin } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import type { SignInRules } from './rules.ts'

type Code = typeof import('./run/run.ts') & Pick<typeof import('./run/session.ts'), 'getSession'>

/** Makes a plugin of rules; the code that follows them loads with the first wallet. */
export function createPlugin(rules: SignInRules): SignInPlugin {
  let loading: Promise<Code> | undefined
  const load = () => {
    loading ??= Promise.all([import('./run/run.ts'), import('./run/session.ts')])
      .then(([run, { getSession }]) => ({ ...run, getSession }))
      .catch((error) => {
        // Retry a chunk that failed to load.
        loading = undefined
        throw error
      })
    return loading
  }
  return {
    attach(foyer: Foyer) {
      const restored = Object.keys(foyer.store.get().connections) as Namespace[]
      let stop: (() => void) | undefined
      let isOver = false
      load().then(
        ({ follow }) => {
          if (!isOver) stop = follow(foyer, rules, restored)
        },
        (error) => foyer.log('error', 'the sign-in could not be loaded', error),
      )
      return () => {
        isOver = true
        stop?.()
      }
    },
    async request(foyer: Foyer) {
      try {
        return await (await load()).makeRequest(foyer, rules)
      } catch (error) {
        foyer.log('warn', 'the wallet only connects: the server gave no nonce', error)
        return undefined
      }
    },
    getSession: async (foyer: Foyer) => (await load()).getSession(foyer, rules),
    signIn: async (foyer: Foyer) => (await load()).signIn(foyer, rules),
    signOut: async (foyer: Foyer, address) => (await load()).signOut(foyer, rules, address),
  }
}
