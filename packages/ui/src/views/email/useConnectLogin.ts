import { useUi } from '../../context.ts'
import { useMutation } from '../../useMutation.ts'
import { connectLogin } from './goOn.ts'

/** Connects the wallet of a login that has succeeded, again where it failed. Unmounting ends it. */
export function useConnectLogin() {
  const ui = useUi()
  return useMutation((_: undefined, signal) => connectLogin(ui, signal))
}
