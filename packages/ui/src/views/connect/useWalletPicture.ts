import { imageUrl } from '@foyer/core'
import type { Wallet } from '@foyer/protocol/api'
import { useCallback } from 'react'
import { useUi } from '../../context.ts'

/** Returns the image address of a directory wallet. */
export function useWalletPicture(): (wallet: Wallet) => string | undefined {
  const { foyer } = useUi()
  return useCallback(
    ({ image_id, image_url }) =>
      (image_id ? imageUrl(foyer, { kind: 'wallet', id: image_id }) : undefined) ??
      image_url ??
      undefined,
    [foyer],
  )
}
