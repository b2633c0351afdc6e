import { useMessage } from '../../context.ts'

export function AccountView() {
  const message = useMessage()
  return <p>{message('account.title')}</p>
}
