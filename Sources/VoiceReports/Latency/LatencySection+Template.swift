extension LatencySection {
    /// What stands around the figures. Double braces escape; the plots are our own SVG.
    static let template = """
        <div class="latency">
        <style>
        .latency { color: var(--ink, #1d2430); }
        .latency table { border-collapse: collapse; width: 100%;
          font-variant-numeric: tabular-nums; }
        .latency th, .latency td { padding: .3em .8em .3em 0; text-align: left;
          vertical-align: top; }
        .latency th { color: var(--muted, #5f6b7c); font-weight: 500; }
        .latency .n { text-align: right; white-space: nowrap; }
        .latency tbody tr { border-top: 1px solid
          color-mix(in srgb, var(--muted, #5f6b7c) 30%, transparent); }
        .latency small { color: var(--muted, #5f6b7c); display: block; }
        .latency .good { color: var(--good, #1f7a4d); }
        .latency .bad { color: var(--bad, #c43d3d); }
        .latency .muted { color: var(--muted, #5f6b7c); }
        .latency .scroll { overflow-x: auto; }
        .latency svg { display: block; max-width: 100%; height: auto; min-width: 12em; }
        .latency .fault { border-left: 4px solid var(--bad, #c43d3d); padding-left: .8em; }
        .latency .trends { display: grid; gap: 1.2em 2em;
          grid-template-columns: repeat(auto-fill, minmax(20em, 1fr)); }
        .latency h3 { margin: 1.6em 0 .4em; }
        </style>
        <p>{{headline}}</p>
        {{#faults}}<p class="fault bad">{{text}}</p>
        {{/faults}}
        <div class="scroll"><table>
        <thead><tr><th>milliseconds</th><th class="n">n</th><th class="n">p50</th>
        <th class="n">p90</th><th class="n">p99</th><th class="n">max</th>
        <th class="n">p99 corrected</th><th>every value, and p50, p90, p99</th></tr></thead>
        <tbody>
        {{#figures}}<tr><td><strong>{{name}}</strong><small>{{meaning}}</small></td>
        <td class="n">{{count}}</td>{{#values}}<td class="n">{{text}}</td>{{/values}}
        <td class="n">{{corrected}}</td><td>{{{plot}}}<small>{{remarks}}</small></td></tr>
        {{/figures}}
        </tbody></table></div>
        <p><small>A value with ≥ counts what had not come yet as at least so long. Corrected: with
        what the caller's waiting left out filled in (coordinated omission).</small></p>
        {{#agrees}}<p class="good">{{agrees}}</p>{{/agrees}}
        {{#changes}}<p class="fault"><strong>{{session}}</strong> {{place}}:
        <span class="bad">{{what}}</span></p>
        {{/changes}}
        {{#notes}}<p class="muted">{{text}}</p>
        {{/notes}}
        {{#history}}<h3>Over {{history}} runs, oldest to newest</h3>{{/history}}
        <div class="trends">
        {{#trends}}<div><strong>{{name}}</strong>{{{plot}}}
        <small>median {{first}}, now {{last}}; the thin line is p90</small></div>
        {{/trends}}
        </div>
        {{#hasTurns}}<h3>Every turn</h3>
        <div class="scroll"><table>
        <thead><tr><th>turn</th><th class="n">ended at</th><th>said</th><th>response</th>
        <th></th></tr></thead><tbody>
        {{#turns}}<tr><td>{{session}}</td><td class="n">{{at}}</td><td>{{said}}</td>
        <td class="{{state}}">{{response}}</td><td class="muted">{{detail}}</td></tr>
        {{/turns}}
        </tbody></table></div>{{/hasTurns}}
        <p class="muted">{{more}}</p>
        </div>

        """
}
