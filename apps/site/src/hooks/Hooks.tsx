import { useAccount } from '@foyer/ui/react'
import { Activity } from './Activity.tsx'
import { Buy } from './Buy.tsx'
import { Connection } from './Connection.tsx'
import { Names } from './Names.tsx'
import { Nfts } from './Nfts.tsx'
import { Pay } from './Pay.tsx'
import { Send } from './Send.tsx'
import { Sign } from './Sign.tsx'
import { Swap } from './Swap.tsx'
import { Tokens } from './Tokens.tsx'

/** Everything that a connected user does, on screens of the site's own: hooks only, without the modal. */
export function Hooks() {
  const { address, chainId, status } = useAccount()
  return (
    <main className="hooks">
      <header>
        <a href="/">Foyer</a>
        <h1>Your own screens</h1>
        <p>
          Each box is one small component with the hooks named in it. None of them opens the modal.
        </p>
      </header>
      <Connection />
      {status === 'connected' ? (
        // Typed text belongs to one account on one network.
        <div className="hooks-grid" key={`${chainId}:${address}`}>
          <Tokens />
          <Send />
          <Swap />
          <Buy />
          <Pay />
          <Nfts />
          <Names />
          <Sign />
          <Activity />
        </div>
      ) : null}
    </main>
  )
}
