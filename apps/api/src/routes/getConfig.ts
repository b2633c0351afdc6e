import { getConfig } from '@foyer/protocol'
import { defineRoute } from '../route.ts'

/** A site keeps its settings in its own options, so there are none to give. */
export const getConfigRoute = defineRoute(getConfig, async () => ({ features: [] }))
