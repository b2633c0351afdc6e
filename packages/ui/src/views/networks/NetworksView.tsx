import { useMessage } from '../../context.ts'

export function NetworksView() {
  const message = useMessage()
  return <p>{message('networks.title')}</p>
}
