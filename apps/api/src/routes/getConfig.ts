import { getConfig } from '@foyer/protocol/api'
import { defineRoute } from '@foyer/server'
import { ofProject } from '../doors.ts'

/** Returns an empty configuration, since a site's settings are in its own options. */
export const getConfigRoute = defineRoute(getConfig, ofProject, async () => ({ features: [] }))
