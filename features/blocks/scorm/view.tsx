import { Trans } from "@lingui/react/macro";
import type { BlockView, BlockViewProps } from "../block-kind.ts";
import type { ScormBlock } from "./scorm.ts";

/** A package part, played by its own run-time (features/scorm), which the viewer provides. */
const View = ({ block, learner }: BlockViewProps<ScormBlock>) => learner.playPackage(block.id);

const RuleWords = () => <Trans>Completes when the package reports it.</Trans>;

const RuleLeft = () => <Trans>Complete this part first</Trans>;

export const view = { View, RuleWords, RuleLeft } satisfies BlockView<ScormBlock>;
