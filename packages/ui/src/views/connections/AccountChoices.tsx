import { useState } from 'react'
import { Avatar } from '../../avatar/Avatar.tsx'
import { useMessage } from '../../context.ts'
import { shortenAddress } from '../../format/shortenAddress.ts'
import { Badge } from '../../primitives/Badge.tsx'
import { Button } from '../../primitives/Button.tsx'
import { Icon } from '../../primitives/Icon.tsx'
import { List, ListRow } from '../../primitives/ListRow.tsx'
import { useChooseConnection } from './useChooseConnection.ts'
import type { Connections } from './useConnectionList.ts'

/** Number of accounts shown before "all". */
const firstCount = 5

/** Accounts of a wallet: the selected one marked, the others as buttons. */
export function AccountChoices({
  connection,
  namespace,
  wallet,
}: Connections[number] & {
  /** Name of the wallet. */
  wallet: string
}) {
  const message = useMessage()
  const choose = useChooseConnection()
  const [all, setAll] = useState(false)
  const { address } = connection
  // Account types may share one address.
  const accounts = connection.accounts.filter(
    (account, index, all) => all.findIndex((one) => one.address === account.address) === index,
  )
  const first = accounts.slice(0, firstCount)
  const chosen = accounts.find((one) => one.address === address)
  // The selected one is always visible, in its place.
  const few = chosen && !first.includes(chosen) ? [...first.slice(0, -1), chosen] : first
  return (
    <div className="connection-accounts">
      <List label={message('connections.accounts', { wallet })}>
        {(all ? accounts : few).map(({ address: one, type }) => (
          <ListRow
            key={`${one} ${type}`}
            image={<Avatar address={one} image={undefined} />}
            title={<span title={one}>{shortenAddress(one)}</span>}
            selected={one === address}
            trailing={
              <>
                {type === 'smartAccount' ? (
                  <Badge>{message('connections.smartAccount')}</Badge>
                ) : null}
                {one === address ? (
                  <>
                    <span className="unseen">{message('connections.chosen')}</span>
                    <Icon name="check" className="connection-check" />
                  </>
                ) : null}
              </>
            }
            onClick={() => choose({ namespace, address: one })}
          />
        ))}
      </List>
      {accounts.length > firstCount ? (
        <Button variant="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {message(all ? 'account.fewer' : 'account.all', { count: accounts.length })}
        </Button>
      ) : null}
    </div>
  )
}
