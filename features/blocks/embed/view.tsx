import type { BlockView, BlockViewProps } from "../block-kind.ts";
import { EmbedFrame } from "./embed-frame.tsx";
import type { EmbedBlock } from "./embed.ts";

function View({ block: { title, address } }: BlockViewProps<EmbedBlock>) {
  return <EmbedFrame title={title} address={address} />;
}

export const view = { View } satisfies BlockView<EmbedBlock>;
