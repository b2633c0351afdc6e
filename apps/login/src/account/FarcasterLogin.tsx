import { Button } from '@foyer/ui/primitives'
import { useAccount } from './AccountContext.ts'
import { Card } from './Card.tsx'
import { FarcasterAsk } from './FarcasterAsk.tsx'
import { FilledText } from './FilledText.tsx'
import { words } from './words.ts'

/** Logs in with a Farcaster app. */
export function FarcasterLogin({ onBack }: { onBack: () => void }) {
  const { account } = useAccount()
  return (
    <Card
      icon="device"
      title={words.farcaster.title}
      text={<FilledText text={words.farcaster.text} value={location.host} />}
    >
      <FarcasterAsk
        onEnd={async (end) => {
          if (end.status === 'connected') await account.logIn(end.ticket)
        }}
      />
      <Button variant="quiet" onClick={onBack}>
        {words.passkeyLogin.back}
      </Button>
    </Card>
  )
}
