import { useEffect, useState } from 'react'
import { useMessage, useUi } from '../../context.ts'
import { Button } from '../../primitives/Button.tsx'
import { Icon, LineIcon } from '../../primitives/Icon.tsx'

const path =
  'M10 8h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2zM16 5.500A1.500 1.500 0 0 0 14.500 4H6a2 2 0 0 0-2 2v8.500A1.500 1.500 0 0 0 5.500 16'
/** Time that "copied" is shown, ms. */
const copiedMs = 2_000

/** Copies the pairing URI, for wallets that accept it by hand, and confirms it. */
export function CopyLink({ uri }: { uri: string | undefined }) {
  const { foyer, notices } = useUi()
  const message = useMessage()
  const [copied, setCopied] = useState(0)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(0), copiedMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    if (uri === undefined) return
    try {
      await navigator.clipboard.writeText(uri)
      setCopied((count) => count + 1)
    } catch (error) {
      foyer.log('info', 'the clipboard refused', error)
      notices.show({ tone: 'error', text: message('walletConnect.copyFailed') })
    }
  }
  return (
    <>
      <Button
        variant="secondary"
        disabled={uri === undefined}
        icon={copied ? <Icon name="check" /> : <LineIcon path={path} />}
        onClick={() => void copy()}
      >
        {message(copied ? 'walletConnect.copied' : 'walletConnect.copy')}
      </Button>
      <span className="unseen" role="status">
        {copied ? message('walletConnect.copied') : ''}
      </span>
    </>
  )
}
