import { useEffect, useRef } from 'react'
import { useUi } from '../../context.ts'
import { useMutation } from '../../useMutation.ts'
import { connectLogin } from './goOn.ts'

/** Connects the wallet of a login that has succeeded, again where it failed. Unmounting ends it. */
export function useConnectLogin() {
  const ui = useUi()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  return useMutation(() => {
    running.current = new AbortController()
    return connectLogin(ui, running.current.signal)
  })
}
