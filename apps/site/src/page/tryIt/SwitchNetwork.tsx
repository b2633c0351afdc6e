import { useAccount, useNetwork } from '@foyer/ui/react'
import { useWalletAction } from './useWalletAction.ts'

export function SwitchNetwork() {
  const { chainId, unsupportedNetwork } = useAccount()
  const { networks, switchNetwork } = useNetwork()
  const { action, run } = useWalletAction<void>()
  return (
    <li className="ask">
      <h3>Change the network</h3>
      <div className="ask-choices">
        {networks.map(({ caipNetworkId, name }) => (
          <button
            key={caipNetworkId}
            type="button"
            className="button"
            aria-pressed={caipNetworkId === chainId}
            disabled={action.status === 'pending' || caipNetworkId === chainId}
            onClick={() => run(() => switchNetwork(caipNetworkId))}
          >
            {name}
          </button>
        ))}
      </div>
      <div className="ask-result" aria-live="polite">
        {unsupportedNetwork && <p>The wallet is on a network that is not offered here.</p>}
        {action.status === 'failed' && <p className="ask-failed">{action.message}</p>}
      </div>
    </li>
  )
}
