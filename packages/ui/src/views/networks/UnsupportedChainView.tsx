import { useMessage } from '../../context.ts'

export function UnsupportedChainView() {
  const message = useMessage()
  return <p>{message('unsupportedChain.title')}</p>
}
