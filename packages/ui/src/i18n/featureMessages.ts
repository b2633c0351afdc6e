import type { Messages } from './en.ts'
import type { enAccountType } from './enAccountType.ts'
import type { enActivity } from './enActivity.ts'
import type { enBuy } from './enBuy.ts'
import type { enBuyWait } from './enBuyWait.ts'
import type { enCalls } from './enCalls.ts'
import type { enCrossing } from './enCrossing.ts'
import type { enFarcaster } from './enFarcaster.ts'
import type { enLogins } from './enLogins.ts'
import type { enNames } from './enNames.ts'
import type { enNfts } from './enNfts.ts'
import type { enPasskey } from './enPasskey.ts'
import type { enPay } from './enPay.ts'
import type { enPermissions } from './enPermissions.ts'
import type { enReceive } from './enReceive.ts'
import type { enSend } from './enSend.ts'
import type { enSignIn } from './enSignIn.ts'
import type { enSocial } from './enSocial.ts'
import type { enSwap } from './enSwap.ts'
import type { WordsOf } from './wordsOf.ts'

/** Every message of the modal: those of its shell and those that load with a feature. */
export type AllMessages = Messages &
  WordsOf<typeof enAccountType> &
  WordsOf<typeof enActivity> &
  WordsOf<typeof enBuy> &
  WordsOf<typeof enBuyWait> &
  WordsOf<typeof enCalls> &
  WordsOf<typeof enCrossing> &
  WordsOf<typeof enFarcaster> &
  WordsOf<typeof enLogins> &
  WordsOf<typeof enNames> &
  WordsOf<typeof enNfts> &
  WordsOf<typeof enPasskey> &
  WordsOf<typeof enPay> &
  WordsOf<typeof enPermissions> &
  WordsOf<typeof enReceive> &
  WordsOf<typeof enSend> &
  WordsOf<typeof enSignIn> &
  WordsOf<typeof enSocial> &
  WordsOf<typeof enSwap>
