import { useAccount, useConnections, useModal, useNetwork } from '@foyer/ui/react'
import { useWalletAction } from './useWalletAction.ts'

export function SwitchNetwork() {
  const { chainId, unsupportedNetwork } = useAccount()
  const { networks, switchNetwork } = useNetwork()
  const { connections } = useConnections()
  const { open } = useModal()
  const { action, run } = useWalletAction<void>()
  return (
    <li className="ask">
      <h3>Change the network</h3>
      <div className="ask-choices">
        {networks.map(({ caipNetworkId, chainNamespace, name }) => (
          <button
            key={caipNetworkId}
            type="button"
            className="button"
            aria-pressed={caipNetworkId === chainId}
            disabled={action.status === 'pending' || caipNetworkId === chainId}
            onClick={() => {
              // Where no wallet is, there is one to choose first; what is connected stays in sight.
              if (connections.some(({ namespace }) => namespace === chainNamespace))
                void run(() => switchNetwork(caipNetworkId))
              else
                open('ConnectFamily', { namespace: chainNamespace, chainId: caipNetworkId }).catch(
                  () => {},
                )
            }}
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
