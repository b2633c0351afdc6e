import { generateKeyPairSync, sign as signBytes } from 'node:crypto'
import {
  devnetAccounts,
  devnetAddresses,
  type EvmChain,
  ensRegistryAbi,
  ensResolverAbi,
  startEvm,
} from '@foyer/devnet'
import { type AccountName, accountName, getNameSuggestions } from '@foyer/protocol/api'
import { testEngines } from '@foyer/server/testDatabase'
import { base58 } from '@scure/base'
import * as v from 'valibot'
import { type Abi, type Address, encodeFunctionData, type Hex, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { labelhash, namehash } from 'viem/ens'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, shop, type TestApi } from '../createTestApi.test.kit.ts'
import { sendFrom } from '../rpc/sendFrom.test.kit.ts'
import { startUpstream } from '../rpc/startUpstream.test.kit.ts'

