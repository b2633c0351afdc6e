import type { Namespace } from '@foyer/protocol'
import { refreshNativeBalance } from '../balance/refreshNativeBalance.ts'
import type { Foyer } from '../createFoyer.ts'
import { loadIdentity } from '../identity/loadIdentity.ts'

/** Asks for what an account shows; what fails is told where it is shown. */
export function learnAccount(foyer: Foyer, namespace: Namespace): void {
  const quietly = (error: unknown) => foyer.log('info', 'account facts could not be loaded', error)
  refreshNativeBalance(foyer, { namespace }).catch(quietly)
  loadIdentity(foyer, { namespace }).catch(quietly)
}
