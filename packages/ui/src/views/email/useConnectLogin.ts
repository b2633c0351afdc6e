import { useUi } from '../../context.ts'
import { useMutation } from '../../useMutation.ts'
import { connectLogin } from './connectLogin.ts'

/** Connects the wallet after a successful login, and retries failures. Unmounting aborts it. */
export function useConnectLogin() {
  const ui = useUi()
  return useMutation((_: undefined, signal) => connectLogin(ui, signal))
}
