import { getConfig } from '@foyer/protocol'
import { defineRoute } from '@foyer/server'
import { ofProject } from '../doors.ts'

/** A site keeps its settings in its own options, so there are none to give. */
export const getConfigRoute = defineRoute(getConfig, ofProject, async () => ({ features: [] }))
