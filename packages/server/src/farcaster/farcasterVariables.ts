import * as v from 'valibot'
import { onOff } from '../environment/variables.ts'
import type { FarcasterChain } from './createVerifySiwf.ts'

/** Variables of the chain of Farcaster's registries; each server has its own. */
export const farcasterVariables = {
  FARCASTER_RPC_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol),
        'must be an http(s) address of a node of OP Mainnet',
      ),
    ),
  ),
  FARCASTER_AUTH_ADDRESSES: v.optional(onOff, 'off'),
}

/** @returns undefined without a node: then there is no Farcaster login */
export const readFarcasterChain = (values: {
  FARCASTER_RPC_URL?: string | undefined
  FARCASTER_AUTH_ADDRESSES: boolean
}): FarcasterChain | undefined =>
  values.FARCASTER_RPC_URL === undefined
    ? undefined
    : { rpcUrl: values.FARCASTER_RPC_URL, acceptAuthAddress: values.FARCASTER_AUTH_ADDRESSES }
