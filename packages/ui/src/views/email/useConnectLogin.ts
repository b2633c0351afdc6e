import { type FoyerError, toFoyerError } from '@foyer/protocol'
import { useEffect, useRef, useState } from 'react'
import { useUi } from '../../context.ts'
import { connectLogin } from './goOn.ts'

type State =
  | { readonly status: 'idle' | 'pending'; readonly error?: undefined }
  | { readonly status: 'failed'; readonly error: FoyerError }

/** Connects the wallet of a login that has succeeded, again where it failed. Leaving the view ends it. */
export function useConnectLogin(): State & { run: () => Promise<void> } {
  const ui = useUi()
  const [state, setState] = useState<State>({ status: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  return {
    ...state,
    async run() {
      const controller = new AbortController()
      running.current = controller
      setState({ status: 'pending' })
      try {
        await connectLogin(ui, controller.signal)
      } catch (thrown) {
        if (!controller.signal.aborted) setState({ status: 'failed', error: toFoyerError(thrown) })
      }
    },
  }
}
