import { networkImageUrl } from '@foyer/core'
import { avatarGradient } from '../avatar/avatarGradient.ts'
import { formatAmount } from '../format/formatAmount.ts'
import { formatUnits } from '../format/formatUnits.ts'

/**
 * What buttons need only once there is an account or a network to draw: a chunk of its own, so that a page with nobody
 * connected does not pay for it.
 */
export const buttonParts = { avatarGradient, formatAmount, formatUnits, networkImageUrl } as const
