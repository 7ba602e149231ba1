import type { KitSetting, KitView } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { ManageKitSettings, settingsOf } from '@assay/importing';
import { ManageKits, type ShownKit } from '@assay/registry';
import { Controller, Inject, Param } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { type PageQuery, pageOf } from '../../edges/page.js';
import { PublishKits } from '../installation/publish-kits.js';
import { shippedKits } from '../installation/shipped-kits.js';

/** The tools that ship, and which of them may act. */
@Controller()
export class KitsController {
  constructor(
    @Inject(ManageKits) private readonly managing: ManageKits,
    @Inject(ManageKitSettings) private readonly settings: ManageKitSettings,
    @Inject(PublishKits) private readonly publishing: PublishKits,
  ) {}

  @Endpoint('listKits')
  async list(@CurrentCaller() caller: Caller, @Query() query: PageQuery) {
    const { items, nextCursor } = pageOf(unwrap(await this.managing.list(caller)), query, (it) => it.kit.name);
    return { items: items.map(kitView), nextCursor };
  }

  @Endpoint('showKit')
  async show(@CurrentCaller() caller: Caller, @Param('name') name: string): Promise<KitView> {
    return kitView(unwrap(await this.managing.show(caller, name)));
  }

  @Endpoint('enableKit')
  async enable(@CurrentCaller() caller: Caller, @Param('name') name: string): Promise<KitView> {
    return kitView(unwrap(await this.managing.enable(caller, name)));
  }

  @Endpoint('disableKit')
  async disable(@CurrentCaller() caller: Caller, @Param('name') name: string): Promise<KitView> {
    return kitView(unwrap(await this.managing.disable(caller, name)));
  }

  @Endpoint('setKitSetting')
  async set(
    @CurrentCaller() caller: Caller,
    @Param('name') name: string,
    @Param('setting') setting: string,
    @Body() { value }: KitSetting,
  ): Promise<KitView> {
    unwrap(await this.settings.set(caller, name, setting, value));
    this.publishing.again(name);
    return this.show(caller, name);
  }

  @Endpoint('removeKitSetting')
  async unset(
    @CurrentCaller() caller: Caller,
    @Param('name') name: string,
    @Param('setting') setting: string,
  ): Promise<KitView> {
    unwrap(await this.settings.remove(caller, name, setting));
    return this.show(caller, name);
  }
}

/** The profile of the running server is shown where there is one: an administrator may have changed it. */
function kitView({ kit, status, missing, tools, server }: ShownKit): KitView {
  const { name, title, summary, version } = kit;
  const profile = server?.isolation === 'off' ? undefined : (server?.isolation ?? undefined);
  const { network, hosts = [], folders } = profile ?? kit;
  return {
    ...{ name, title, summary, version, status, missing, tools: [...tools] },
    settings: {
      takes: shippedKits.find((it) => it.name === name)?.settings?.takes ?? null,
      names: server === undefined ? [] : settingNames(settingsOf(server)),
    },
    reaches: { isolated: server?.isolation !== 'off', network, hosts: [...hosts], folders: [...folders] },
  };
}

/** Variables without a value are filled by the caller's connection. */
const settingNames = (settings: Readonly<Record<string, string>>): string[] =>
  Object.entries(settings)
    .flatMap(([name, value]) => (value === '' ? [] : [name]))
    .sort();
