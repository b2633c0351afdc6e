import { useRef, useState } from 'react'
import { failureWords } from './failureWords.ts'

/** Where something stands that a wallet was asked for. */
export type WalletAction<result> =
  | { readonly status: 'idle' | 'pending' }
  | { readonly status: 'done'; readonly result: result }
  | { readonly status: 'failed'; readonly message: string }

/** Runs what a wallet is asked for; only the last run is shown. */
export function useWalletAction<result>(): {
  action: WalletAction<result>
  run: (work: () => Promise<result>) => Promise<void>
} {
  const [action, setAction] = useState<WalletAction<result>>({ status: 'idle' })
  const last = useRef(0)
  return {
    action,
    async run(work) {
      const mine = ++last.current
      const show = (next: WalletAction<result>) => mine === last.current && setAction(next)
      show({ status: 'pending' })
      try {
        show({ status: 'done', result: await work() })
      } catch (error) {
        show({ status: 'failed', message: failureWords(error) })
      }
    },
  }
}
