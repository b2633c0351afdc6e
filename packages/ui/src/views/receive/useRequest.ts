import { readAccount, writePaymentRequest } from '@foyer/core'
import { formatUnits } from '@foyer/protocol'
import { useEffect, useState } from 'react'
import { useFoyerRead, useUi } from '../../context.ts'
import { useActiveNetwork } from '../networks/useActiveNetwork.ts'
import type { ReceiveData } from './receiveData.ts'

/** A payment request, as wallets read it, with its amount in token units. */
export type Request = { readonly uri: string; readonly amount: string; readonly symbol: string }

/** Writes the request of the site for the current account; undefined without one, and until it is written. */
export function useRequest(data: ReceiveData | undefined): {
  request: Request | undefined
  /** The site's request is not valid here. */
  isInvalid: boolean
} {
  const { foyer } = useUi()
  const { caipAddress, tokenBalance = [] } = useFoyerRead(readAccount)
  const network = useActiveNetwork()
  const { amount, token } = data ?? {}
  const nameOf = (address: string | undefined) => address?.replace(/^.*:/, '').toLowerCase()
  const held = tokenBalance.find(
    (one) => token !== undefined && nameOf(one.address) === nameOf(token),
  )
  const coin = network?.nativeCurrency
  const decimals =
    token === undefined ? coin?.decimals : (data?.decimals ?? numberOf(held?.quantity.decimals))
  const symbol = (token === undefined ? coin?.symbol : held?.symbol) ?? data?.symbol ?? ''
  const [written, setWritten] = useState<{ key: string; request?: Request }>()
  const key = `${caipAddress} ${amount} ${token} ${decimals}`
  useEffect(() => {
    if (amount === undefined) return
    let ended = false
    writePaymentRequest(foyer, { amount, decimals, token }).then(
      (uri) =>
        ended ||
        setWritten({ key, request: { uri, symbol, amount: formatUnits(amount, decimals ?? 0) } }),
      (error) => {
        foyer.log('warn', 'the payment request is not valid', error)
        if (!ended) setWritten({ key })
      },
    )
    return () => {
      ended = true
    }
  }, [foyer, key, amount, decimals, token, symbol])
  const isCurrent = amount !== undefined && written?.key === key
  return {
    request: isCurrent ? written.request : undefined,
    isInvalid: isCurrent && !written.request,
  }
}

const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text))
