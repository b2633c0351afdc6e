import { useMessage } from '../../context.ts'

export function WhatIsANetworkView() {
  const message = useMessage()
  return <p>{message('whatIsANetwork.title')}</p>
}
