import { useMessage } from '../../context.ts'

export function SwitchNetworkView() {
  const message = useMessage()
  return <p>{message('switchNetwork.title')}</p>
}
