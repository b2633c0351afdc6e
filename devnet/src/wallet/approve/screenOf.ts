import type { ToApproval } from '../messages.ts'
import { unlock } from './devwallet_unlock.ts'
import { requestAccounts } from './eth_requestAccounts.ts'
import { sendTransaction } from './eth_sendTransaction.ts'
import { signTypedData } from './eth_signTypedData_v4.ts'
import { personalSign } from './personal_sign.ts'
import type { Screen } from './screen.ts'
import { signIn } from './solana_signIn.ts'
import { signSolanaMessage } from './solana_signMessage.ts'
import { signSolanaTransaction } from './solana_signTransaction.ts'
import { connectSolana } from './standard_connect.ts'
import { addChain } from './wallet_addEthereumChain.ts'
import { connectAndSignIn } from './wallet_connect.ts'
import { sendCalls } from './wallet_sendCalls.ts'
import { switchChain } from './wallet_switchEthereumChain.ts'
import { watchAsset } from './wallet_watchAsset.ts'

/**
 * Returns the screen for a request; the complete list of the wallet's approvals.
 *
 * @param site - the requesting origin
 * @throws Error for a request that can not be shown
 */
export function screenOf({ request, chain: selected }: ToApproval, site: string): Screen {
  const evmChain = () => {
    if (!selected) throw new Error('This wallet has no EVM chain.')
    return selected
  }
  switch (request.method) {
    case 'eth_requestAccounts':
      return requestAccounts({ chain: evmChain(), selected: request.selected, accept: 'Connect' })
    case 'wallet_requestPermissions':
      return requestAccounts({ chain: evmChain(), selected: request.selected, accept: 'Approve' })
    case 'wallet_connect':
      return connectAndSignIn({ ...request, site })
    case 'devwallet_unlock':
      return unlock()
    case 'personal_sign':
      return personalSign(request)
    case 'eth_signTypedData_v4':
      return signTypedData(request)
    case 'eth_sendTransaction':
      return sendTransaction({ chain: evmChain(), ...request })
    case 'wallet_sendCalls':
      return sendCalls({ chain: evmChain(), ...request })
    case 'wallet_switchEthereumChain':
      return switchChain({ from: evmChain(), to: request.target })
    case 'wallet_addEthereumChain':
      return addChain(request)
    case 'wallet_watchAsset':
      return watchAsset(request.token)
    case 'standard:connect':
      return connectSolana(request)
    case 'solana:signMessage':
      return signSolanaMessage(request)
    case 'solana:signTransaction':
      return signSolanaTransaction({ ...request, site, sends: false })
    case 'solana:signAndSendTransaction':
      return signSolanaTransaction({ ...request, site, sends: true })
    case 'solana:signIn':
      return signIn({ ...request, site })
  }
}
